/** One measured figure and its reference. */
export interface Measurement {
  name: string;
  /** The required bound of `value`. */
  reach: string;
  met: boolean;
  value: number;
  unit: 'ratio' | 'requests/s' | 'MB';
  measured: number;
  /** Undefined for figures without a reference. */
  baseline?: number;
  rounds: unknown;
}

export interface RoundSettings {
  rounds: number;
  seconds: number;
}
