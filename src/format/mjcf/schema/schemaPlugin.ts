import { individual, required, text } from './attributes.ts'

/** Attributes of plugins: shapes that are given by functions. */
export const declaration = {
  plugin: individual(required(text())),
}

export const instance = {
  name: individual(required(text())),
}

export const plugin = {
  plugin: individual(text()),
  instance: individual(text()),
}

export const config = {
  key: individual(required(text())),
  value: individual(text()),
}
