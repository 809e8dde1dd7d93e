import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../../platform/tenancy/page.js';
import { Operation } from '../../../platform/http/contract/operation.js';
import { PathId } from '../../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../../platform/auth/caller.js';
import { CreateFreightDto, FreightDto, FreightListQuery, UpdateFreightDto } from './freight.dto.js';
import { FreightService } from './freight.service.js';

@ApiTags('Freight')
@Controller(['freight', 'shipments'])
export class FreightController {
  constructor(private readonly freight: FreightService) {}

  @Post()
  @Operation({
    id: 'createFreight',
    summary: 'Draft a shipment',
    description:
      'Makes a draft from a quote. Only the quote must exist; parties, commodity, references and instructions can be ' +
      'added until the draft is booked. `customer_id` and `ship_date` are set here alone; the customer is the quote’s where it ' +
      'has one. What the quote says of items, accessorials and declared value stays: another value here is 400. ' +
      'City, state and ZIP of both parties default to the quote’s.',
    answer: { one: FreightDto },
    creates: (answer) => String(answer.id),
    errors: [
      'conflicting_values',
      'date_out_of_range',
      'unknown_reference',
      'resource_missing',
      'freight_differs_from_quote',
    ],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateFreightDto): Promise<FreightDto> {
    return this.freight.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listFreight',
    summary: 'List shipments',
    description:
      'Shipments of every status, drafts and voided ones included, newest first; `status` and `customer_id` ' +
      'narrow them, and the other filters. `attention=true` is the desk’s list of what needs a person; carriers’ bills ' +
      'that do are `GET /bills?status=variance,disputed`. Pages go both ways: `starting_after` to older ones, `ending_before` to newer ones.',
    answer: { list: FreightDto },
    errors: ['search_timeout'],
  })
  list(@CurrentCaller() caller: Caller, @Query() query: FreightListQuery): Promise<Page<FreightDto>> {
    return this.freight.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getFreight',
    summary: 'Retrieve a shipment',
    description:
      'One shipment, whatever its status: parties, commodity and references as they were given, and the ' +
      'numbers the carrier gave so far. `pro_number` is null until the carrier has confirmed, `pickup_date` ' +
      'until a pickup is agreed.',
    answer: { one: FreightDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<FreightDto> {
    return this.freight.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateFreight',
    summary: 'Change a draft',
    description:
      'Objects are merged key by key and null clears a key; a cleared city, state or ZIP is the quote’s again. ' +
      '`references` is replaced as a whole. Only drafts can be changed. A field that is settled elsewhere (`quote_id`, ' +
      '`customer_id`, `ship_date`, `pickup`, `pickup_date`, and what the quote says of items, accessorials and declared ' +
      'value) may be sent back as it is; another value is 400.',
    answer: { one: FreightDto },
    errors: ['conflicting_values', 'unknown_reference', 'resource_missing', 'freight_not_draft'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateFreightDto,
  ): Promise<FreightDto> {
    return this.freight.update(caller, id, body);
  }
}
