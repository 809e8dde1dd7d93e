/** Reads the commands of docs/clients.md: each `##` installs a tool, and each `###` generates a client with it. */
import { readFileSync } from 'node:fs';

const PAGE = 'docs/clients.md';

export function readPage() {
  const sections = readFileSync(PAGE, 'utf8').split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [head, ...clients] = section.split(/^### /m);
    const install = commandsIn(head);
    const version = /[@:=]v?(\d+\.\d+\.\d+)(?!.*:copy)/.exec(install.replaceAll(/\S+:copy/g, ''))?.[1];
    return clients.map((client) => ({
      name: titleOf(client),
      tool: titleOf(head),
      version,
      install,
      generate: commandsIn(client),
    }));
  });
}

function titleOf(section) {
  return section.split('\n', 1)[0].trim();
}

function commandsIn(section) {
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands]) => commands).join('');
}
