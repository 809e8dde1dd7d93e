import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagesOwnTransaction } from '../../platform/http/contract/handler-options.js';
import type { Page } from '../../platform/tenancy/page.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { CreateQuotesDto, QuoteDto, QuoteGroupDto, QuoteListQuery, RatedGroupDto } from './quotes.dto.js';
import { QuotesService } from './quotes.service.js';

@ApiTags('Quotes')
@Controller('quotes')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  @Post()
  @ManagesOwnTransaction()
  @Operation({
    id: 'createQuotes',
    summary: 'Rate-shop a shipment',
    description:
      'Requests rates from every enabled carrier. Returns one quote per carrier and service level, cheapest first. ' +
      'All quotes share a `quote_group_id`. `carrier_results` contains the result of each carrier. A slow or faulty ' +
      'carrier never makes the request fail or miss its deadline.',
    answer: { list: QuoteDto, and: RatedGroupDto },
    creates: (answer) => `group/${answer.quote_group_id as string}`,
    errors: ['conflicting_values', 'date_out_of_range', 'unknown_reference', 'no_rates'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateQuotesDto): Promise<Page<QuoteDto>> {
    return this.quotes.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listQuotes',
    summary: 'List quotes',
    description: 'Returns active quotes, newest first. Use `status` to list booked or expired quotes.',
    answer: { list: QuoteDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: QuoteListQuery): Promise<Page<QuoteDto>> {
    return this.quotes.list(caller, query);
  }

  @Get('group/:groupId')
  @Operation({
    id: 'getQuoteGroup',
    summary: 'Retrieve a quote group',
    description:
      'Returns all quotes of a rate request in one response, sorted by price, then by transit days.',
    answer: { list: QuoteDto, and: QuoteGroupDto },
    errors: ['resource_missing'],
  })
  group(@CurrentCaller() caller: Caller, @Param('groupId') groupId: string): Promise<Page<QuoteDto>> {
    return this.quotes.getGroup(caller, groupId);
  }

  @Get(':id')
  @Operation({
    id: 'getQuote',
    summary: 'Retrieve a quote',
    description:
      'Returns one quote in any status: `active` until its `expires_at`, `booked` while a shipment uses it, ' +
      'otherwise `expired`. `charges` add up to `net_charge_cents`.',
    answer: { one: QuoteDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<QuoteDto> {
    return this.quotes.get(caller, id);
  }
}
