/** Lines of a table: the columns after the first are aligned to the right, or to the left where they are texts. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  texts: readonly number[] = [],
): string {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => [...row[i]].length)))
  const isText = (column: number) => column === 0 || texts.includes(column)
  const cell = (text: string, i: number) => (isText(i) ? text.padEnd(widths[i]) : text.padStart(widths[i]))
  return all.map((row) => `  ${row.map(cell).join('   ').trimEnd()}\n`).join('')
}
