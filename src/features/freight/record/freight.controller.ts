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
      'Creates a draft from a quote. You can add parties, commodity, references and instructions until you book the ' +
      'draft. You can set `customer_id` only here; it defaults to the quote’s customer. To change `ship_date` later, ' +
      'send it when you book. City, state and ZIP of both parties default to the quote’s. Items, accessorials and ' +
      'declared value come from the quote: a different value returns 400.',
    answer: { one: FreightDto },
    creates: (answer) => String(answer.id),
    errors: [
      'conflicting_values',
      'date_out_of_range',
      'unknown_reference',
      'resource_missing',
      'freight_differs_from_quote',
      'quota_exceeded',
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
      'Lists shipments of every status, newest first, including drafts and voided shipments. `attention=true` lists the shipments ' +
      'that need action. For carrier bills that need action, use `GET /bills?status=variance,disputed`. `starting_after` pages ' +
      'to older shipments, `ending_before` to newer ones.',
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
      'Returns one shipment of any status. `pro_number` is null until the carrier confirms the booking. `pickup_date` is ' +
      'null until the shipment is booked.',
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
      'Changes a draft. Objects are merged key by key, and null clears a key. A cleared city, state or ZIP reverts ' +
      'to the quote’s value. `references` and `orders` are replaced as a whole. You can send back unchanged values ' +
      'of `quote_id`, `customer_id`, `ship_date`, `pickup`, `pickup_date`, items, accessorials and declared value; a ' +
      'different value returns 400.',
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
