/** Options for the appearance of an embedded viewer. */

/** `auto` follows the user's preference for all pages. */
export type Theme = 'auto' | 'light' | 'dark'

/** All panels, only the playback bar, or none. */
export type PanelChoice = boolean | 'minimal'
