/** An attack runs in a page. It gives what it has got, or nothing. */
export type Attack = (target: string) => Promise<string | undefined>

/** What a page of another origin tries with a server of this machine. Each function is complete in itself. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  fetch: async (target) => (await fetch(`${target}model/secret.xml`)).text(),

  'fetch with a header': async (target) =>
    (await fetch(`${target}model/secret.xml`, { headers: { 'x-any': '1' } })).text(),

  'fetch of the viewer': async (target) => (await fetch(target)).text(),

  'fetch without CORS': async (target) => (await fetch(`${target}model/secret.xml`, { mode: 'no-cors' })).type,

  XMLHttpRequest: (target) =>
    new Promise((done) => {
      const request = new XMLHttpRequest()
      request.open('GET', `${target}model/secret.xml`)
      request.onload = () => done(request.responseText)
      request.onerror = () => done(undefined)
      request.send()
    }),

  'stream of changes': (target) =>
    new Promise((done) => {
      const source = new EventSource(`${target}changes`)
      const end = (text: string | undefined) => {
        source.close()
        done(text)
      }
      source.onopen = () => end('open')
      source.onerror = () => end(undefined)
    }),

  WebSocket: (target) =>
    new Promise((done) => {
      const socket = new WebSocket(`${target.replace('http', 'ws')}changes`)
      socket.onopen = () => done('open')
      socket.onerror = () => done(undefined)
    }),

  'script element': (target) =>
    new Promise((done) => {
      const script = document.createElement('script')
      script.onload = () => done((globalThis as { stolen?: string }).stolen)
      script.onerror = () => done(undefined)
      script.src = `${target}model/data.js`
      document.body.append(script)
    }),

  'module script': (target) =>
    new Promise((done) => {
      const script = document.createElement('script')
      script.type = 'module'
      script.onload = () => done((globalThis as { stolenModule?: string }).stolenModule)
      script.onerror = () => done(undefined)
      script.src = `${target}model/module.js`
      document.body.append(script)
    }),

  'script in a worker': (target) =>
    new Promise((done) => {
      const code = `try { importScripts('${target}model/data.js') } catch { postMessage(undefined) }`
      const worker = new Worker(URL.createObjectURL(new Blob([code])))
      worker.onmessage = ({ data }) => done(data)
    }),

  'style sheet': (target) =>
    new Promise((done) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.onload = () => done(getComputedStyle(document.body).getPropertyValue('--stolen'))
      link.onerror = () => done(undefined)
      link.href = `${target}model/style.css`
      document.head.append(link)
    }),

  picture: (target) =>
    new Promise((done) => {
      const image = new Image()
      image.onload = () => done(`${image.naturalWidth} pixels wide`)
      image.onerror = () => done(undefined)
      image.src = `${target}model/picture.png`
    }),

  'whether a file exists, by a script element': async (target) => {
    const outcome = (name: string) =>
      new Promise<string>((done) => {
        const script = document.createElement('script')
        script.onload = () => done('load')
        script.onerror = () => done('error')
        script.src = `${target}model/${name}`
        document.body.append(script)
      })
    const [there, missing] = [await outcome('mesh.stl'), await outcome('missing.stl')]
    return there === missing ? undefined : 'exists'
  },

  'whether a file exists, by an object element': async (target) => {
    const outcome = (name: string) =>
      new Promise<string>((done) => {
        const object = document.createElement('object')
        object.onload = () => done('load')
        object.onerror = () => done('error')
        object.data = `${target}model/${name}`
        document.body.append(object)
        setTimeout(() => done('nothing'), 500)
      })
    const [there, missing] = [await outcome('picture.png'), await outcome('missing.png')]
    return there === missing ? undefined : 'exists'
  },

  'page of the folder in a frame': (target) =>
    new Promise((done) => {
      const frame = document.createElement('iframe')
      frame.src = `${target}model/page.html`
      document.body.append(frame)
      addEventListener('message', ({ data, source }) => {
        if (source === frame.contentWindow && `${data}`.includes('SECRET')) done(data)
      })
      setTimeout(() => done(undefined), 3000)
    }),

  'page of the folder in a window': (target) =>
    new Promise((done) => {
      const opened = open(`${target}model/page.html`)
      addEventListener('message', ({ data, source }) => {
        if (source === opened && `${data}`.includes('SECRET')) done(data)
      })
      setTimeout(() => done(undefined), 3000)
    }),
}

/** What a script in the viewer's own page could try with files of the model: make them scripts, styles, or pages. */
export const OWN_ATTACKS: Readonly<Record<string, Attack>> = {
  'script element': ATTACKS['script element'],
  'module script': ATTACKS['module script'],
  'style sheet': ATTACKS['style sheet'],
  'page of the folder in a frame': ATTACKS['page of the folder in a frame'],

  worker: (target) =>
    new Promise((done) => {
      const worker = new Worker(`${target}model/data.js`)
      worker.onmessage = ({ data }) => done(data)
      worker.onerror = () => done(undefined)
    }),

  'service worker': async (target) =>
    (await navigator.serviceWorker.register(`${target}model/data.js`)).scope.replace(/.*/, 'registered'),
}
