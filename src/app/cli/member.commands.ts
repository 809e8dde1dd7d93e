import { Option, type Command } from 'commander';
import { MemberAdmin, type MemberWithLink } from '../../features/members/member-admin.js';
import { MembersService } from '../../features/members/members.service.js';
import type { Member } from '../../platform/auth/member.entity.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { ROLES, type Role } from '../../platform/auth/roles.js';
import { listVisibleModes } from '../../platform/auth/sessions.service.js';
import { CliError, toEmail, toId, toOutput, type RunCommand } from './cli-command.js';

const MAX_EMAIL = 254;
const MAX_NAME = 100;

interface AddOptions {
  org: number;
  email: string;
  role: Role;
  name?: string;
}

export function registerMemberCommands(program: Command, run: RunCommand): void {
  const member = program.command('member').description('manage dashboard members');
  member
    .command('add')
    .description('add a member and print a sign-in link that works once and expires in a day')
    .addHelpText('after', '\nOutput: {id, email, role, link, …}')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .requiredOption('--email <address>', 'address of the member')
    .addOption(new Option('--role <role>', 'role of the member').choices(ROLES).default('admin'))
    .option('--name <name>', 'name of the member')
    .action(({ org, email, role, name }: AddOptions) =>
      run(async (app) => {
        const values = { email: toEmail(email, MAX_EMAIL), role, name: toName(name) };
        return toLinkOutput(await app.get(MemberAdmin).add(org, values));
      }),
    );
  member
    .command('link')
    .argument('<id>', 'id of the member', toId)
    .description('print a one-time sign-in link for a member; it expires in a day')
    .addHelpText('after', '\nOutput: {id, email, role, link, …}')
    .action((id: number) =>
      run(async (app) => toLinkOutput(await app.get(MemberAdmin).createSignInLink(id))),
    );
  member
    .command('list')
    .description('list the members of an organization')
    .addHelpText('after', '\nOutput: {members: [{id, email, role, …}]}')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        await app.get(OrganizationsService).get(org);
        return { members: (await app.get(MembersService).listAllModes(org)).map(toMemberOutput) };
      }),
    );
  member
    .command('remove')
    .argument('<id>', 'id of the member', toId)
    .description('remove a member; their sessions end within a second')
    .addHelpText('after', '\nOutput: {id, removed}')
    .action((id: number) =>
      run(async (app) => {
        const members = app.get(MembersService);
        const { organizationId, mode } = await members.getInAnyTenant(id);
        await members.remove({ organizationId, mode }, id);
        return { id, removed: true };
      }),
    );
}

function toName(text: string | undefined): string | null {
  const name = text?.trim() ?? '';
  if (name.length > MAX_NAME) throw new CliError(`--name must have at most ${MAX_NAME} characters`);
  return name || null;
}

function toLinkOutput({ member, link }: MemberWithLink): object {
  return { ...toMemberOutput(member), link };
}

function toMemberOutput(member: Member): object {
  const { id, ...fields } = toOutput(member, 'id', 'email', 'name', 'role', 'lastSignedInAt', 'createdAt');
  return { id, modes: listVisibleModes(member), ...fields };
}
