import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { Scope } from '../../platform/auth/scopes.js';
import { FreightClassSuggestionDto, SuggestFreightClassDto } from './freight-classes.dto.js';
import { FreightClassesService } from './freight-classes.service.js';

@ApiTags('Freight classes')
@Controller('freight-classes')
export class FreightClassesController {
  constructor(private readonly classes: FreightClassesService) {}

  @Post('suggest')
  @Scope('quotes.read')
  @AllowOverWriteQuota()
  @Operation({
    id: 'suggestFreightClass',
    summary: 'Suggest a freight class',
    description:
      'Returns the density-based NMFC class of each item and of all items together. The density scale has 13 tiers ' +
      'for ship dates on or after July 19, 2025, and 11 tiers for earlier dates.',
    answer: { one: FreightClassSuggestionDto },
  })
  suggest(@Body() body: SuggestFreightClassDto): FreightClassSuggestionDto {
    return this.classes.suggest(body);
  }
}
