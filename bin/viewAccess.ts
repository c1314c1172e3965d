import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Who may ask the server of the viewer for what, and what browsers may do with the answers; see `docs/security.md`.
 */

/**
 * Headers of cross-origin isolation: pages may share memory with their workers, and other origins may not read them.
 */
export const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

/** Policy of whatever is not the viewer: it runs nothing, loads nothing, and has an origin of its own. */
const INERT = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of what is not the viewer. */
export const INERT_HEADERS = { ...HEADERS, 'Content-Security-Policy': INERT } as const

/** Headers of a file of the model's folder: data for the viewer, which a browser saves when a user opens it. */
export const MODEL_HEADERS = { ...INERT_HEADERS, 'Content-Disposition': 'attachment' } as const

/**
 * Headers of the viewer's files, given its page.
 * @param kernels whether WebAssembly may be compiled
 */
export function viewerHeaders(page: string, kernels: boolean): Readonly<Record<string, string>> {
  return { ...HEADERS, 'Content-Security-Policy': policyOf(page, kernels) }
}

/**
 * Content security policy of a page: scripts of the viewer only, including its inline scripts by hash, and connections
 * to this server only.
 */
function policyOf(page: string, kernels: boolean): string {
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...(kernels ? ["'wasm-unsafe-eval'"] : [])].join(' '),
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Names of this machine that requests may have, with the port. */
export function hostsOf(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost']
  // browsers omit the port of the scheme
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])))
}

/**
 * Why a request is refused; undefined if it is allowed.
 * @param path decoded path of the URL
 */
export function refusalOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  path: string,
  hosts: ReadonlySet<string>,
): string | undefined {
  // prevents DNS rebinding: another site must not reach this server by a host name that resolves to this machine
  const host = headers.host?.toLowerCase()
  if (host === undefined || !hosts.has(host)) return 'this server is for this machine only'
  const { origin } = headers
  if (origin !== undefined && !hosts.has(origin.replace(/^http:\/\//, ''))) return 'pages of others get nothing'

  // https://www.w3.org/TR/fetch-metadata/: who asks, as browsers tell it, and for what
  const site = headers['sec-fetch-site'] ?? 'none'
  const dest = headers['sec-fetch-dest'] ?? 'empty'
  const isOwn = site === 'same-origin' || site === 'none'
  const isLink = path === '/' && dest === 'document' && headers['sec-fetch-mode'] === 'navigate'
  if (!isOwn && !isLink) return 'pages of others get nothing'
  // neither script, nor style, nor frame
  if (path.startsWith('/model/') && dest !== 'empty' && dest !== 'document') return 'files of the model are data'
  return undefined
}
