/** A person with an account. */
export interface Player {
  readonly id: number;
  /** The name other players use; keeps its case. */
  readonly userid: string;
  /** Where letters to this player go. */
  readonly address: string;
  /** The language of letters to this player, as a folder of `templates/`. */
  readonly language: string;
}
