import { Injectable } from '@nestjs/common';
import { findClassForDensity, computeDensity, type MeasuredUnit } from '../../domain/density.js';
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
      ...suggestClass(items, day),
      items: items.map((item) => suggestClass([item], day)),
    };
  }
}

/** The class follows from the exact density, not from the rounded one. */
function suggestClass(items: (MeasuredUnit & { quantity?: number })[], day: string): SuggestedItemDto {
  const density = computeDensity(items);
  return { freight_class: findClassForDensity(density, day), density: Math.round(density * 100) / 100 };
}
