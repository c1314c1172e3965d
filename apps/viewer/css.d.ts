/** Style sheets as text, a feature of Vite. */
declare module '*.css?inline' {
  const css: string
  export default css
}
