/** A page with another text between its markers `<!-- name:start -->` and `<!-- name:end -->`. */
export function between(page: string, marker: string, text: string): string {
  const [start, end] = [`<!-- ${marker}:start -->`, `<!-- ${marker}:end -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no markers '${marker}'`)
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`
}
