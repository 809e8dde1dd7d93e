import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import type { Page } from '../../platform/tenancy/page.js';
import {
  CreateEdiPartnerDto,
  DeletedEdiPartnerDto,
  EdiPartnerDto,
  EdiPartnerListQuery,
  UpdateEdiPartnerDto,
} from './edi-partners.dto.js';
import { EdiPartnersService } from './edi-partners.service.js';

@ApiTags('EDI')
@Controller('edi/partners')
export class EdiPartnersController {
  constructor(private readonly partners: EdiPartnersService) {}

  @Post()
  @Operation({
    id: 'createEdiPartner',
    summary: 'Create a trading partner',
    description:
      'Creates a trading partner: a carrier that exchanges X12 documents with you. Send its files to ' +
      '`POST /edi/interchanges`. The ids must match the ISA segment of its files.',
    answer: { one: EdiPartnerDto },
    creates: (answer) => String(answer.id),
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateEdiPartnerDto): Promise<EdiPartnerDto> {
    return this.partners.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listEdiPartners',
    summary: 'List trading partners',
    description: "Returns the organization's trading partners in the mode of the key, newest first.",
    answer: { list: EdiPartnerDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: EdiPartnerListQuery): Promise<Page<EdiPartnerDto>> {
    return this.partners.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getEdiPartner',
    summary: 'Retrieve a trading partner',
    description: 'Returns one trading partner with its ids, transaction sets and transport.',
    answer: { one: EdiPartnerDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<EdiPartnerDto> {
    return this.partners.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateEdiPartner',
    summary: 'Update a trading partner',
    description: 'Changes the fields that you send. The change applies to files that are processed later.',
    answer: { one: EdiPartnerDto },
    errors: ['resource_missing'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateEdiPartnerDto,
  ): Promise<EdiPartnerDto> {
    return this.partners.update(caller, id, body);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteEdiPartner',
    summary: 'Delete a trading partner',
    description: 'Deletes a trading partner that has no interchanges and no carrier connection.',
    answer: { one: DeletedEdiPartnerDto },
    errors: ['resource_missing', 'edi_partner_in_use'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedEdiPartnerDto> {
    return this.partners.delete(caller, id);
  }
}
