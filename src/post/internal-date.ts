/** When a letter came to its mailbox, in UTC milliseconds; undefined where the server does not say. */
export function internalDateMs(date: Date | string | undefined): number | undefined {
  const at = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isNaN(at) ? undefined : at;
}
