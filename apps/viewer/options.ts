/** What whoever embeds a viewer chooses of its looks. */

/** `auto` is what the user has chosen for all pages. */
export type Theme = 'auto' | 'light' | 'dark'

/** Which panels there are: all, only the bar for playing, or none. */
export type PanelChoice = boolean | 'minimal'
