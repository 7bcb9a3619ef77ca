/** Controls, and marks that change the direction of text, which can hide an extension or make an address look like another. */
const HIDDEN_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export const withoutHidden = (text: string): string => text.replace(HIDDEN_CHARACTERS, "");
