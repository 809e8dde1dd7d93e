import type { Argument, Command, Option } from 'commander';
import { buildProgram } from '../../../cli/src/program.js';
import { buildOperatorProgram } from '../../../src/app/cli/lading-cli.js';
import { Extensions } from '../../../src/config/extension.js';
import { code, markUrls, renderTable, type ReferencePage } from './markdown.js';

const CLIENT = `\`lading\` ships freight from a terminal. It is a client of the public API, and [its README](../../cli/README.md) explains how to install it. [Command-line examples](../how-to/command-line.md) shows recorded sessions.
`;

const OPERATOR = `Operators manage organizations, keys, members and carrier connections. Run \`npm run -s cli -- COMMAND\` on the host of a running service, with the same environment variables. In a container, run \`docker compose exec lading npm run -s cli -- COMMAND\`. Commands print tables. With \`--json\`, they print one line of JSON. A failed command exits with 1.
`;

export const cliPage: ReferencePage = {
  file: 'cli.md',
  title: 'Command line',
  render: () =>
    [
      '## Client commands\n',
      CLIENT,
      ...renderProgram(buildProgram(), 'lading'),
      '## Operator commands\n',
      OPERATOR,
      ...renderProgram(buildOperatorProgram(new Extensions()), ''),
    ].join('\n'),
};

/** @param prefix stands before a command in its heading and its usage */
function renderProgram(program: Command, prefix: string): string[] {
  const help = readHelpText(program);
  return [
    renderTable(['option of every command', 'meaning'], program.options.map(describeOption)),
    ...(help === '' ? [] : [`\`\`\`text\n${help}\n\`\`\`\n`]),
    ...listCommands(program).map((command) => renderCommand(command, prefix)),
  ];
}

/** Lists the commands that have an action, not those that only group others. */
function listCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? listCommands(child) : [child]));
}

function renderCommand(command: Command, prefix: string): string {
  const { parent } = command;
  const path = [prefix, ...(parent?.parent ? [parent.name()] : []), command.name()].filter(Boolean).join(' ');
  const rows = [
    ...command.registeredArguments.map(describeArgument),
    ...command.options.filter(({ hidden }) => !hidden).map(describeOption),
  ];
  const help = readHelpText(command);
  const [, output] = /^Output: (.+)$/.exec(help) ?? [];
  return [
    `### ${path}\n`,
    `${toSentence(command.description())}\n`,
    `\`\`\`text\n${path} ${command.usage()}\n\`\`\`\n`,
    ...(rows.length > 0 ? [renderTable(['argument', 'meaning'], rows)] : []),
    ...(output === undefined ? [] : [`Output: ${code(output)}\n`]),
    ...(help === '' || output !== undefined ? [] : [`\`\`\`text\n${help}\n\`\`\`\n`]),
  ].join('\n');
}

function describeArgument(argument: Argument): string[] {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return [code(argument.required ? name : `[${name}]`), markUrls(argument.description)];
}

function describeOption({ flags, description, mandatory, argChoices, defaultValue }: Option): string[] {
  const facts = [
    markUrls(description),
    ...(argChoices ? [`one of ${argChoices.map(code).join(', ')}`] : []),
    ...(mandatory && defaultValue === undefined ? ['required'] : []),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean'
      ? []
      : [`default: ${code([defaultValue].flat().join(','))}`]),
  ];
  return [code(flags), facts.filter(Boolean).join('; ')];
}

/** Returns the text that a command adds below its help. */
function readHelpText(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return help.slice(command.helpInformation().length).trim();
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
