/** What keeps the server from starting, in one line for the operator that names no password. */
export class StartError extends Error {}
