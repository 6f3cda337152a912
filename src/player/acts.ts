/** What a player may do only so many times a day; each has its limit in limits.ts. */
export type Act = 'export' | 'message' | 'invite' | 'address' | 'challenge' | 'feedback' | 'robot';
