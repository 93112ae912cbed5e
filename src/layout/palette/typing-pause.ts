/** Milliseconds without a key before free text is searched. */
export const typingPause = 150
