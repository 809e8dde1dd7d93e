import type { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Patch,
  Post,
  Put,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import { TariffRatesService } from './tariff-rates.service.js';
import {
  CreateTariffDto,
  DeletedTariffDto,
  TariffDto,
  TariffListQuery,
  UpdateTariffDto,
} from './tariffs.dto.js';
import { TariffsService } from './tariffs.service.js';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const RATES_FILE = {
  types: ['text/csv', XLSX_TYPE],
  maxBytes: 50 * 1024 * 1024,
  what: 'The file',
  atOnce: 2,
};

@ApiTags('Tariffs')
@Controller('tariffs')
export class TariffsController {
  constructor(
    private readonly tariffs: TariffsService,
    private readonly rates: TariffRatesService,
  ) {}

  @Post()
  @Operation({
    id: 'createTariff',
    summary: 'Create a tariff',
    description:
      'Saves your contract rates with a carrier. Once the tariff has rates, `POST /quotes` includes it, with or without a ' +
      'connection to that carrier. The default quota is 400 tariffs per organization.',
    answer: { one: TariffDto },
    creates: (answer) => String(answer.id),
    errors: ['quota_exceeded'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateTariffDto): Promise<TariffDto> {
    return this.tariffs.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listTariffs',
    summary: 'List tariffs',
    description: 'Returns the tariffs in the key’s mode, newest first, without their rates.',
    answer: { list: TariffDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: TariffListQuery): Promise<Page<TariffDto>> {
    return this.tariffs.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getTariff',
    summary: 'Retrieve a tariff',
    description: 'Returns one tariff without its rates.',
    answer: { one: TariffDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<TariffDto> {
    return this.tariffs.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateTariff',
    summary: 'Update a tariff',
    description:
      'Changes the fields sent; null clears a field. Maps and tables are replaced as a whole, `limits` field by field. Existing quotes stay ' +
      'unchanged.',
    answer: { one: TariffDto },
    errors: ['resource_missing'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateTariffDto,
  ): Promise<TariffDto> {
    return this.tariffs.update(caller, id, body);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteTariff',
    summary: 'Delete a tariff',
    description: 'Deletes a tariff and its rates. Existing quotes stay unchanged and can be booked.',
    answer: { one: DeletedTariffDto },
    errors: ['resource_missing'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedTariffDto> {
    return this.tariffs.delete(caller, id);
  }

  @Put(':id/rates')
  @RawBody(RATES_FILE)
  @Operation({
    id: 'uploadTariffRates',
    summary: 'Replace the rates of a tariff',
    description:
      'Replaces all rates. If the file has an error, no rate changes. The body is a CSV file in UTF-8, or the first ' +
      'sheet of an XLSX workbook, with at most 50 MiB and 1,000,000 rows. The columns are ' +
      '`origin,destination,class,minimum,L5C,M5C,M1M,M2M,M5M,M10M,M20M`. `origin` and `destination` contain the ' +
      'first three digits of a ZIP, a state, or `US`. `minimum` is an amount in the currency of the tariff, such as ' +
      '125.50. The weight breaks are amounts per hundredweight: below 500 lb, then from 500, 1,000, 2,000, 5,000, ' +
      '10,000 and 20,000 lb. List each class at most once per lane.',
    answer: { one: TariffDto },
    errors: ['resource_missing', 'invalid_file', 'upload_busy'],
  })
  upload(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() bytes: Buffer,
    @RequestSignal() signal: AbortSignal,
  ): Promise<TariffDto> {
    return this.rates.replace(caller, id, bytes, signal);
  }

  @Get(':id/rates')
  @Operation({
    id: 'downloadTariffRates',
    summary: 'Download the rates of a tariff',
    description:
      'Returns the rates as CSV in the order of the upload. A tariff without rates returns the header only.',
    answer: { file: 'The rates.', types: ['text/csv'] },
    errors: ['resource_missing'],
  })
  async download(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<StreamableFile> {
    return buildCsvDownload(await this.rates.streamCsv(caller, id), `tariff-${id}-rates`);
  }
}

/** Destroys the connection if the stream fails, so that a partial file never looks complete. */
export function buildCsvDownload(rows: Readable, name: string): StreamableFile {
  const file = new StreamableFile(rows, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
  return file.setErrorHandler((_error, response) => (response as unknown as Response).destroy());
}
