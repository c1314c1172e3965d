import { type Counterpart, FUNCTIONS } from './apiFunctions.ts'

/** The page docs/api.md: MuJoCo's functions and ours, side by side. */
export function apiPage(): string {
  const all = FUNCTIONS.flatMap(({ functions }) => functions)
  const have = all.filter(({ ours }) => ours).length
  const builtIn = all.filter(({ language }) => language !== undefined).length
  const lines = [
    '# From MuJoCo’s functions to ours',
    '',
    'This page is made from the table in `tools/docs/apiFunctions.ts` (`npx tsx scripts/api-table.ts`); a test holds it against the',
    'functions of the official JavaScript build that are about physics, mathematics and models (`mj_`, `mju_`, `mjd_`), and',
    'against what this package exports. Drawing (`mjv_`) and the editing of models as objects (`mjs_`) are not in it.',
    '',
    `Of ${all.length} functions, ${have} have a counterpart here, ${builtIn} are part of the language, and ` +
      `${all.length - have - builtIn} are left out, for the reason that is given.`,
    '',
    'Functions take the model and the state first, then where to write, then the rest; vectors and matrices are',
    '`Float64Array`s. Functions of small vectors take an offset after each array (`cross(out, 0, a, 0, b, 0)`), so that they',
    'work inside of larger ones. Fields of models and states have MuJoCo’s names.',
  ]
  for (const { title, functions } of FUNCTIONS) {
    lines.push('', `## ${title}`, '', '| MuJoCo | here | remarks |', '| --- | --- | --- |')
    for (const counterpart of functions) lines.push(row(counterpart))
  }
  return `${lines.join('\n')}\n`
}

function row({ name, ours, language, absent, note = '' }: Counterpart): string {
  const here = ours ? ours.map(code).join(', ') : language === undefined ? '–' : code(language)
  const remark = absent ?? (language === undefined ? note : 'JavaScript')
  return `| ${code(name)} | ${here} | ${remark} |`.replace('|  |', '| |')
}

function code(text: string): string {
  return `\`${text}\``
}
