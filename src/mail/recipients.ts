import { type Field, valuesOf } from './header.ts';

const RECIPIENT_FIELDS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];

/** The plain addresses in the To, Cc and delivery headers. */
export function recipients(fields: readonly Field[]): readonly string[] {
  return RECIPIENT_FIELDS.flatMap((name) => valuesOf(fields, name)).flatMap((value) =>
    [...value.matchAll(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,253}/g)].map(([address]) => address),
  );
}
