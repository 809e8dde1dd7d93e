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
      'Returns the organization of the key, with the profile that documents show in the mode of the key. Test mode ' +
      'shows the live profile until a test key changes it.',
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
      'Changes the fields that are sent; null clears a field. `address`, `remit_to`, `rate_shopping` and `taxes` are ' +
      'replaced as a whole. A live key changes the live profile. The first change with a test key starts a separate ' +
      'test profile as a copy of the live one; a sandbox reset deletes it. Documents show the change the next time ' +
      'they are downloaded.',
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
    description: 'Returns the file as it was uploaded, or 404 if there is none.',
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
      'Accepts a PNG or JPEG file of at most 200 KiB and 2,000 pixels per side as the raw body. It replaces the previous logo ' +
      'on bills of lading and invoices in the mode of the key.',
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
    description: 'Removes the logo from documents. Returns the organization, even if there was no logo.',
    answer: { one: OrganizationDto },
  })
  deleteLogo(@CurrentCaller() caller: Caller): Promise<OrganizationDto> {
    return this.profiles.deleteLogo(caller);
  }
}
