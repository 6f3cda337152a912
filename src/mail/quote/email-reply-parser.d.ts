/** The part of email-reply-parser used here; the package has no types. */
declare module 'email-reply-parser' {
  interface Fragment {
    getContent(): string;
    /** A quotation, an attribution, a signature, or empty. */
    isHidden(): boolean;
  }
  export default class EmailReplyParser {
    read(text: string): { getFragments(): readonly Fragment[] };
  }
}
