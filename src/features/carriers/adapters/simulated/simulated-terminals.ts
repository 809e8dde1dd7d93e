import { type Position, estimatePosition } from '../../../../domain/zip-codes.js';

/** Terminals: code, city, state, latitude and longitude in degrees. */
const TERMINALS = `
ABQ Albuquerque NM 35.08 -106.65|ALB Albany NY 42.65 -73.75|ANC Anchorage AK 61.22 -149.90|ATL Atlanta GA 33.75 -84.39
BDL Hartford CT 41.76 -72.68|BHM Birmingham AL 33.52 -86.80|BIL Billings MT 45.78 -108.50|BNA Nashville TN 36.16 -86.78
BOI Boise ID 43.62 -116.21|BOS Boston MA 42.36 -71.06|BUF Buffalo NY 42.89 -78.88|BWI Baltimore MD 39.29 -76.61
CHI Chicago IL 41.88 -87.63|CHS Charleston SC 32.78 -79.93|CLE Cleveland OH 41.50 -81.69|CLT Charlotte NC 35.23 -80.84
CMH Columbus OH 39.96 -83.00|CRW Charleston WV 38.35 -81.63|CVG Cincinnati OH 39.10 -84.51|DAL Dallas TX 32.78 -96.80
DEN Denver CO 39.74 -104.99|DSM Des Moines IA 41.59 -93.62|DTW Detroit MI 42.33 -83.05|ELP El Paso TX 31.76 -106.49
FAR Fargo ND 46.88 -96.79|FAT Fresno CA 36.74 -119.79|FSD Sioux Falls SD 43.54 -96.73|GEG Spokane WA 47.66 -117.43
GRR Grand Rapids MI 42.96 -85.67|GUM Guam GU 13.48 144.79|HNL Honolulu HI 21.31 -157.86|HOU Houston TX 29.76 -95.37
ICT Wichita KS 37.69 -97.34|IND Indianapolis IN 39.77 -86.16|JAN Jackson MS 32.30 -90.18|JAX Jacksonville FL 30.33 -81.66
LAS Las Vegas NV 36.17 -115.14|LAX Los Angeles CA 34.05 -118.24|LIT Little Rock AR 34.75 -92.29|MCI Kansas City MO 39.10 -94.58
MEM Memphis TN 35.15 -90.05|MIA Miami FL 25.76 -80.19|MKE Milwaukee WI 43.04 -87.91|MSP Minneapolis MN 44.98 -93.27
MSY New Orleans LA 29.95 -90.07|NYC Newark NJ 40.74 -74.17|OKC Oklahoma City OK 35.47 -97.52|OMA Omaha NE 41.26 -95.93
ORF Norfolk VA 36.85 -76.29|ORL Orlando FL 28.54 -81.38|PDX Portland OR 45.52 -122.68|PHL Philadelphia PA 39.95 -75.17
PHX Phoenix AZ 33.45 -112.07|PIT Pittsburgh PA 40.44 -80.00|PWM Portland ME 43.66 -70.26|RDU Raleigh NC 35.78 -78.64
RNO Reno NV 39.53 -119.81|SAC Sacramento CA 38.58 -121.49|SAN San Diego CA 32.72 -117.16|SAT San Antonio TX 29.42 -98.49
SDF Louisville KY 38.25 -85.76|SEA Seattle WA 47.61 -122.33|SFO Oakland CA 37.80 -122.27|SJU San Juan PR 18.47 -66.11
SLC Salt Lake City UT 40.76 -111.89|STL St. Louis MO 38.63 -90.20|TPA Tampa FL 27.95 -82.46|TYS Knoxville TN 35.96 -83.92`;

type Vector = readonly [x: number, y: number, z: number];

function toUnitVector({ lat, lon }: Position): Vector {
  const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

const terminals = TERMINALS.trim()
  .split(/[|\n]/)
  .map((row) => {
    const [, code, city, state, lat, lon] = /^(\w{3}) (.+) (\w{2}) (\S+) (\S+)$/.exec(row)!;
    return { label: `${code} ${city}, ${state}`, at: toUnitVector({ lat: Number(lat), lon: Number(lon) }) };
  });

/** Returns the terminal nearest to a ZIP, e.g. `LAX Los Angeles, CA`. */
export function findTerminal(zip: string): string {
  return findNearestTerminal(toUnitVector(estimatePosition(zip)));
}

/** Returns the terminal nearest to the midpoint of two ZIPs. */
export function findTerminalBetween(from: string, to: string): string {
  const [a, b] = [toUnitVector(estimatePosition(from)), toUnitVector(estimatePosition(to))];
  return findNearestTerminal([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
}

/** The nearest terminal has the greatest dot product, whatever the length of the vector. */
function findNearestTerminal([x, y, z]: Vector): string {
  let best = '';
  let closeness = -Infinity;
  for (const { label, at } of terminals) {
    const dot = x * at[0] + y * at[1] + z * at[2];
    if (dot > closeness) {
      closeness = dot;
      best = label;
    }
  }
  return best;
}
