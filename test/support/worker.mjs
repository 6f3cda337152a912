// The built worker as a process of its own, which kills itself the first time it reaches the point
// that is named on the command line. Without a point it runs until it is told to stop.
import { readConfig } from '../../dist/config.js';
import { serve } from '../../dist/service/serve.js';

const [point] = process.argv.slice(2);
const config = readConfig(process.env);
if (!config.ok || config.value.mode !== 'worker') throw new Error('not configured');
const server = await serve(config.value, {
  reach(reached) {
    if (reached === point) process.kill(process.pid, 'SIGKILL');
  },
});
process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
process.stdout.write('ready\n');
