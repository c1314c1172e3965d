/** `auto` is what the user has chosen for all pages. */
export type Theme = 'auto' | 'light' | 'dark'
