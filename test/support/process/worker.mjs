// The built worker as a process of its own, which kills itself the first time it reaches the point
// that is named on the command line, or the n-th point of all; or so many milliseconds after that, with
// all its threads in the middle of what they do. Without a point it runs until it is told to stop, and
// then prints how many points it has reached.
import { readConfig } from '../../../dist/config.js';
import { serve } from '../../../dist/serve.js';

const [point, afterMs] = process.argv.slice(2);
const config = readConfig(process.env);
if (!config.ok || config.value.mode !== 'worker') throw new Error('not configured');
let count = 0;
const server = await serve(config.value, {
  reach(reached) {
    count++;
    if (reached !== point && String(count) !== point) return;
    const die = () => process.kill(process.pid, 'SIGKILL');
    if (afterMs === undefined) die();
    else setTimeout(die, Number(afterMs));
  },
});
process.on('SIGTERM', () =>
  server.stop().then(() => {
    process.stdout.write(`reached ${count} points\n`);
    process.exit(0);
  }),
);
process.stdout.write('ready\n');
