/** The part of email-reply-parser that is used here; the package has no types of its own. */
declare module 'email-reply-parser' {
  interface Fragment {
    getContent(): string;
    /** A quotation, an attribution, a signature, or nothing at all. */
    isHidden(): boolean;
  }
  export default class EmailReplyParser {
    read(text: string): { getFragments(): readonly Fragment[] };
  }
}
