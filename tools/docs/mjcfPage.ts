import type { Attribute } from '../../src/format/mjcf/schema/attributes.ts'
import { type ElementName, GRAMMAR, kindOf, ruleOf } from '../../src/format/mjcf/schema/grammar.ts'
import { countOf } from '../../src/format/mjcf/schema/parseValue.ts'

/** The page about MJCF in the documentation, made from the tables that the reader itself uses. */
export function mjcfPage(): string {
  const names = Object.keys(GRAMMAR) as ElementName[]
  return [INTRODUCTION, overview(names), ...names.map(section)].join('\n\n') + '\n'
}

const INTRODUCTION = `# MJCF reference

\`npm run tables\` generates this page from the tables of the reader, so it describes this version.

- **simulated**: takes effect in the model and in the physics.
- **kept**: stored in the model for viewers and programs, without effect on the physics.
- **refused**: valid MJCF, but not supported yet. A model that uses it is rejected with a \`ModelError\` that names the
  line and whose \`unsupported\` is true.

Everything else is rejected as a mistake, with the nearest known name. So are NaN, infinity, numbers that exceed a
double or a 32-bit integer, wrong counts of numbers, document type declarations, and absolute paths.
\`<include file="…"/>\` may appear anywhere.

Some elements, attributes, and keywords are [extensions](guide/models.md#extensions-to-mjcf) of this engine, marked
**ours**: the element \`distance\`, \`userdata\` of keyframes, the [solvers](guide/solvers.md) \`CGStrict\`,
\`ActiveSet\`, and \`DualCG\`, and the [integrators](guide/integrators.md) \`ImplicitSpringDamper\` and
\`ImplicitEuler\`. MuJoCo does not load models that use them.`

/** Tree of the elements. */
function overview(names: readonly ElementName[]): string {
  const rows = names.map((name) => {
    const { once = [], many = [], refused = [], inert = [] } = ruleOf(name)
    const of = (child: string) => link(child, kindOf(child, name))
    const read = [...many.map((child) => `${of(child)}\\*`), ...once.map(of)]
    const cells = [link(name, name), read.join(' '), [...refused].sort().join(' '), [...inert].sort().join(' ')]
    return `| ${cells.join(' | ')} |`
  })
  return `## Elements

A star marks children that may appear more than once. Children without effect are accepted, because no supported
feature uses them.

| element | children | refused | without effect |
| --- | --- | --- | --- |
${rows.join('\n')}`
}

/** One element with its attributes. */
function section(name: ElementName): string {
  const { about, attributes, exclusive = [], needs = [], together = [], ours } = ruleOf(name)
  const parts = [`## \`${name}\``, about, ...(ours ? ['**Ours**: MuJoCo does not read it.'] : [])]
  const entries = Object.entries(attributes)
  if (entries.length > 0) {
    const rows = entries.map(([key, attribute]) => `| \`${key}\` | ${cells(attribute).join(' | ')} |`)
    parts.push(`| attribute | type | default | state |\n| --- | --- | --- | --- |\n${rows.join('\n')}`)
  }
  const list = (set: readonly string[], word: string) => set.map((key) => `\`${key}\``).join(word)
  if (needs.length > 0) parts.push(`Must have ${needs.map((set) => list(set, ' and ')).join(', or ')}.`)
  for (const set of together) parts.push(`Only together: ${list(set, ', ')}.`)
  for (const set of exclusive) parts.push(`At most one of ${list(set, ', ')}.`)
  return parts.join('\n\n')
}

function cells(attribute: Attribute<unknown>): string[] {
  const { defaultable, ours } = attribute
  const state = [attribute.state, ...(defaultable ? [] : ['not in classes']), ...(ours ? ['ours'] : [])].join(', ')
  return [typeOf(attribute), attribute.required ? 'required' : fallbackOf(attribute), state]
}

function typeOf(attribute: Attribute<unknown>): string {
  const { kind, keywords, least, most, positive } = attribute
  if (keywords) return Object.keys(keywords).join(' \\| ') + (kind === 'texts' ? ', each once' : '')
  if (kind === 'text') return 'text'
  const bounds = positive ? ', > 0' : most < 1e30 ? `, ${least} to ${most}` : ''
  return countOf(attribute) + bounds
}

function fallbackOf({ fallback, keywords, kind }: Attribute<unknown>): string {
  if (keywords && kind === 'keyword') return Object.keys(keywords).find((word) => keywords[word] === fallback) ?? ''
  if (Array.isArray(fallback)) return fallback.join(' ')
  return fallback === undefined ? '' : String(fallback)
}

function link(name: string, kind: string): string {
  // the place in the page is the heading without its slash
  return kind in GRAMMAR ? `[${name}](#${kind.replace('/', '')})` : name
}
