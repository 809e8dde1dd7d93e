import { isEmail } from 'class-validator';
import { Option, type Command } from 'commander';
import type { Member } from '../../platform/auth/member.entity.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { listVisibleModes } from '../../platform/auth/sessions.service.js';
import { ROLES, type Role } from '../../platform/auth/roles.js';
import { MembersService } from '../../features/members/members.service.js';
import { MemberAdmin, type MemberWithLink } from '../../features/members/member-admin.js';
import { CliError, toId } from './cli-error.js';
import type { RunCommand } from './run-command.js';

const MAX_EMAIL = 254;
const MAX_NAME = 100;

interface AddOptions {
  org: number;
  email: string;
  role: Role;
  name?: string;
}

export function registerMemberCommands(program: Command, run: RunCommand): void {
  const member = program.command('member').description('who may sign in to the dashboard');
  member
    .command('add')
    .description('a member, with a link that signs in once within a day')
    .requiredOption('--org <id>', 'the organization', toId)
    .requiredOption('--email <address>')
    .addOption(new Option('--role <role>').choices(ROLES).default('admin'))
    .option('--name <name>')
    .action(({ org, email, role, name }: AddOptions) =>
      run(async (app) => {
        const wanted = { email: toEmail(email), role, name: toName(name) };
        return toLinkOutput(await app.get(MemberAdmin).add(org, wanted));
      }),
    );
  member
    .command('link')
    .argument('<id>', 'of the member', toId)
    .description('a link that signs the member in, once within a day, without a mail')
    .action((id: number) =>
      run(async (app) => toLinkOutput(await app.get(MemberAdmin).createSignInLink(id))),
    );
  member
    .command('list')
    .description('the members of an organization')
    .requiredOption('--org <id>', 'the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        await app.get(OrganizationsService).get(org);
        return { members: (await app.get(MembersService).listAllModes(org)).map(toMemberOutput) };
      }),
    );
  member
    .command('remove')
    .argument('<id>', 'of the member', toId)
    .description('end a membership, and every session of it within two seconds')
    .action((id: number) =>
      run(async (app) => {
        const members = app.get(MembersService);
        const { organizationId, mode } = await members.getInAnyTenant(id);
        await members.remove({ organizationId, mode }, id);
        return { id, removed: true };
      }),
    );
}

/** @throws CliError */
function toEmail(text: string): string {
  if (!isEmail(text) || text.length > MAX_EMAIL)
    throw new CliError('--email takes an address such as ada@example.com');
  return text;
}

/** @throws CliError */
function toName(text: string | undefined): string | null {
  const name = text?.trim() ?? '';
  if (name.length > MAX_NAME) throw new CliError(`--name takes at most ${MAX_NAME} characters`);
  return name || null;
}

function toLinkOutput({ member, link }: MemberWithLink): object {
  return { ...toMemberOutput(member), link };
}

function toMemberOutput({ id, mode, email, name, role, lastSignedInAt, createdAt }: Member): object {
  return {
    id,
    modes: listVisibleModes({ mode }),
    email,
    name,
    role,
    last_signed_in_at: lastSignedInAt,
    created_at: createdAt,
  };
}
