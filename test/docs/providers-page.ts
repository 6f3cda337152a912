import { type Fact, PROVIDERS, type Provider } from '../../src/cli/init/providers.ts';

const LABELS = [
  ['servers', 'servers'],
  ['login', 'login'],
  ['tags', 'tagged addresses'],
  ['folders', 'folders'],
  ['letters', 'letters'],
  ['checks', 'checks of senders'],
] as const;

/** docs/providers.md, from the table that `turnpost init` reads. */
export function providersPage(): string {
  return `# Mail providers

What \`turnpost init\` knows of providers, written from its table
(\`src/cli/init/providers.ts\`) by \`npm run docs\`. Of each fact stands how it is
known:

- *tried*: by the tests of this project, which the path names. No account
  at a provider was used for them.
- *documented*: the provider says so, on the page that is named.
- *told*: somebody else says so, on the page that is named.
- *not known*: nobody has looked. \`turnpost check\` finds out about tagged
  addresses and about checks of senders, whoever the provider is.

Pages change; when one says otherwise today, believe the page.

${PROVIDERS.map(sectionOf).join('\n')}`;
}

function sectionOf(provider: Provider): string {
  const { name, domains, servers } = provider;
  const places = servers
    ? [placeLine('IMAP', servers.imap), placeLine('SMTP', servers.smtp)]
    : ['- IMAP and SMTP: as you have set them up.'];
  return `## ${name}

${[
  ...(domains.length > 0
    ? [`- Addresses: ${domains.map((each) => `\`${each}\``).join(', ')}.`]
    : []),
  ...places,
].join('\n')}

| about | what | known |
|---|---|---|
${LABELS.map(([key, label]) => `| ${label} | ${cellsOf(provider.facts[key])} |`).join('\n')}
`;
}

const placeLine = (
  kind: string,
  { host, port, tls }: { host: string; port: number; tls: boolean },
) => `- ${kind}: \`${host}\`, port ${port}, ${tls ? 'TLS' : 'STARTTLS'}.`;

const cellsOf = (fact: Fact | undefined): string =>
  fact === undefined
    ? '| *not known*'
    : `${fact.what} | ${fact.by === 'tried' ? `tried: \`${fact.page}\`` : `[${fact.by}](${fact.page})`}`;
