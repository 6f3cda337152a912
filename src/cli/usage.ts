/** What `turnpost help` prints. */
export const USAGE = `Usage: turnpost [COMMAND]

  start     runs the server, or the sandbox when no mail account is set
  check     reads the configuration and says what is wrong with it
  receive   takes one letter from standard input, for a mail server's pipe
  status    says who is at work, what there is, and what waits
  letters   lists the letters that were put aside
  replay ID has a letter that was put aside read again
  export FOLDER
            writes the finished matches to a folder, month by month
  import FOLDER
            puts exported matches into a server that has none
  secret rotate
            makes a new secret for the reply tokens
  ratings   computes all ratings anew from the matches, and says what differed
  perft RULES COLSxROWS DEPTH
            counts the positions of a game, depth by depth
  solve POSITION
            tells the outcome of a position, and every winning move
  gallery FOLDER [LANGUAGE]
            writes every kind of letter to a folder, to be looked at
  version   prints the version
  help      prints this

The configuration is read from TURNPOST_ variables and from .env.
`;
