/** Texts that JavaScript makes of a missing value. */
const TEXTS_OF_NOTHING = ['', 'undefined', 'null'];

/** Whether a text says nothing: blanks, or the text of a missing value, as templates write it. */
export const isTextOfNothing = (text: string): boolean => TEXTS_OF_NOTHING.includes(text.trim());
