import { Injectable } from '@nestjs/common';
import { classForDensity, densityOf, type Measured } from '../../domain/density.js';
import type {
  FreightClassSuggestionDto,
  SuggestedItemDto,
  SuggestFreightClassDto,
} from './freight-classes.dto.js';

@Injectable()
export class FreightClassesService {
  suggest({ items, ship_date: shipDate }: SuggestFreightClassDto): FreightClassSuggestionDto {
    const day = (shipDate ?? new Date().toISOString()).slice(0, 10);
    return {
      object: 'freight_class_suggestion',
      ...suggestion(items, day),
      items: items.map((item) => suggestion([item], day)),
    };
  }
}

/** The class comes from the exact density; two decimals are shown. */
function suggestion(items: (Measured & { quantity?: number })[], day: string): SuggestedItemDto {
  const density = densityOf(items);
  return { freight_class: classForDensity(density, day), density: Math.round(density * 100) / 100 };
}
