/** Styles as text, which Vite gives. */
declare module '*.css?inline' {
  const css: string
  export default css
}
