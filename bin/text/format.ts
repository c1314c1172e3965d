/** A number with few significant digits: `12.3`, `0.00123`, `1.2e-9`. */
export function short(value: number, digits = 4): string {
  if (value === 0 || !Number.isFinite(value)) return `${value}`
  const size = Math.abs(value)
  if (size >= 1e6 || size < 1e-4) return value.toExponential(digits - 2).replace('e+', 'e')
  return `${Number(value.toPrecision(digits))}`
}

/** `1 234 567`: groups of three digits, separated by thin spaces. */
export function grouped(count: number): string {
  return `${count}`.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009')
}

/** `1 body`, `3 bodies` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** A duration in a suitable unit. */
export function duration(seconds: number): string {
  if (seconds >= 1) return `${short(seconds, 3)} s`
  if (seconds >= 1e-3) return `${short(seconds * 1e3, 3)} ms`
  return `${short(seconds * 1e6, 3)} µs`
}

/** `  label      value` lines, labels padded to one width. */
export function labeled(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `  ${label.padEnd(width)}   ${value}\n`).join('')
}

/** Colors for a terminal, or none. */
export interface Palette {
  bold(text: string): string
  dim(text: string): string
  accent(text: string): string
  warning(text: string): string
}

const CODES = { bold: 1, dim: 2, accent: 36, warning: 33 } as const

/** What a palette writes before and after a text. */
export const STYLES: ReadonlySet<string> = new Set([0, ...Object.values(CODES)].map(sequence))

export function palette(color: boolean): Palette {
  const style = (code: number) => (text: string) => (color ? sequence(code) + text + sequence(0) : text)
  return {
    bold: style(CODES.bold),
    dim: style(CODES.dim),
    accent: style(CODES.accent),
    warning: style(CODES.warning),
  }
}

/** Select Graphic Rendition of ECMA-48. */
function sequence(code: number): string {
  return `\u001b[${code}m`
}
