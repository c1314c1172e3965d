import { between } from './between.ts'
import { BUNDLED, bundledPackages } from './bundled.ts'

/** The page docs/security.md with its table of bundled libraries. */
export function securityPage(page: string): string {
  const rows = bundledPackages().map(
    ({ name, version, license }) => `| ${name} | ${version} | ${license} | ${BUNDLED[name]} |`,
  )
  return between(
    page,
    'bundled',
    ['| library | version | license | used for |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  )
}
