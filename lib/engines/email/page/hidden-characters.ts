/** Controls, and the marks that turn the direction of text, which can hide the end of a name or make an address look like another. */
const HIDDEN_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text of the head of a message without characters that nobody sees. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN_CHARACTERS, "");
