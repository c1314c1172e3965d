import { App } from './app.ts'

/** The viewer as a page: `?model=` names the model. */
const query = new URLSearchParams(location.search)
const worker = new Worker(new URL('./simulation/worker.ts', import.meta.url), { type: 'module' })
const app = new App(document.querySelector<HTMLElement>('#viewer')!, worker)
const url = new URL(query.get('model') ?? 'models/humanoid.xml', location.href).href
await app.load({ kind: 'url', url })
