/** What a side is called in the reader's language. */
export type NameOf = (side: string) => string;

/** Puts a fact into words of the reader's language. */
export type Wording = (fact: string | number, nameOf: NameOf) => string;
