import { type Counterpart, FUNCTIONS } from './apiFunctions.ts'

/** The page docs/api.md: MuJoCo's functions and ours, side by side. */
export function apiPage(): string {
  const all = FUNCTIONS.flatMap(({ functions }) => functions)
  const have = all.filter(({ ours }) => ours).length
  const builtIn = all.filter(({ language }) => language !== undefined).length
  const lines = [
    '# Function reference',
    '',
    'MuJoCo’s functions about physics, mathematics, and models (`mj_`, `mju_`, `mjd_`), and their counterparts here.',
    '`npm run tables` generates this page from `tools/docs/apiFunctions.ts`. A test compares the table with the',
    'official JavaScript build and with the exports of this package. Drawing (`mjv_`) and model editing (`mjs_`) are not',
    'covered.',
    '',
    `Of ${all.length} functions, ${have} have a counterpart, ${builtIn} are part of JavaScript, and ` +
      `${all.length - have - builtIn} are left out for the given reason.`,
    '',
    'The order of arguments is the same everywhere: the model, the state, the arrays that the function writes to, the inputs,',
    'the options. Arrays that are changed in place count as outputs: `solveM(model, data, x)`. Where an output is optional,',
    '`null` omits it. Vectors and matrices are `Float64Array`s. Functions of small vectors take an offset after each array,',
    'as in `cross(out, 0, a, 0, b, 0)`. Fields of models and states have MuJoCo’s names.',
    '',
    'All functions are exports of `kinetree`. Three groups also have an entry point of their own, where an editor lists only',
    'them: `kinetree/math` (vectors, quaternions, matrices, random numbers), `kinetree/stages` (the stages of a step), and',
    '`kinetree/threads` (islands and derivatives on several threads).',
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
