import { Body, Controller, Delete, Get, Patch, Put, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../http/contract/operation.js';
import { RawBody } from '../http/pipeline/raw-body.js';
import { CurrentCaller, type Caller } from './caller.js';
import { LOGO_TYPES, MAX_LOGO_BYTES } from './logo.js';
import { OrganizationDto, UpdateOrganizationDto } from './organization.dto.js';
import { OrganizationProfiles } from './organization-profiles.js';

@ApiTags('Organization')
@Controller('organization')
export class OrganizationController {
  constructor(private readonly profiles: OrganizationProfiles) {}

  @Get()
  @Operation({
    id: 'getOrganization',
    summary: 'Retrieve the organization',
    description:
      'The organization of the key, with what its bills of lading and invoices say of it in the mode of the key. Test mode ' +
      'shows the live profile until a test key changes something.',
    answer: { one: OrganizationDto },
  })
  get(@CurrentCaller() caller: Caller): Promise<OrganizationDto> {
    return this.profiles.get(caller);
  }

  @Patch()
  @Operation({
    id: 'updateOrganization',
    summary: 'Change the organization’s profile',
    description:
      'Changes what is sent and leaves the rest; null clears. `address`, `remit_to` and `rate_shopping` are replaced as a whole. A live key ' +
      'changes live papers; a test key changes test papers only, which from its first change on have a profile of their ' +
      'own, begun as the live one; a reset of the sandbox ends it. Papers show it from the next download on.',
    answer: { one: OrganizationDto },
    errors: ['conflicting_values'],
  })
  update(@CurrentCaller() caller: Caller, @Body() body: UpdateOrganizationDto): Promise<OrganizationDto> {
    return this.profiles.update(caller, body);
  }

  @Get('logo')
  @Operation({
    id: 'downloadLogo',
    summary: 'Download the logo',
    description: 'The file as it was uploaded; 404 when there is none.',
    answer: { file: 'The logo.', types: [...LOGO_TYPES] },
    errors: ['resource_missing'],
  })
  async logo(@CurrentCaller() caller: Caller): Promise<StreamableFile> {
    const { bytes, type } = await this.profiles.logo(caller);
    return new StreamableFile(bytes, { type });
  }

  @Put('logo')
  @RawBody({ types: [...LOGO_TYPES], maxBytes: MAX_LOGO_BYTES, what: 'The logo' })
  @Operation({
    id: 'uploadLogo',
    summary: 'Upload the logo',
    description:
      'A PNG or JPEG file of at most 200 KiB and 2,000 pixels a side, as the raw bytes of the body. It replaces the one ' +
      'before and heads bills of lading and invoices of the key’s mode.',
    answer: { one: OrganizationDto },
    errors: ['invalid_file'],
  })
  putLogo(@CurrentCaller() caller: Caller, @Body() bytes: Buffer): Promise<OrganizationDto> {
    return this.profiles.putLogo(caller, bytes);
  }

  @Delete('logo')
  @Operation({
    id: 'deleteLogo',
    summary: 'Remove the logo',
    description: 'Papers have no logo from then on. Answers the organization, also when there was none.',
    answer: { one: OrganizationDto },
  })
  deleteLogo(@CurrentCaller() caller: Caller): Promise<OrganizationDto> {
    return this.profiles.deleteLogo(caller);
  }
}
