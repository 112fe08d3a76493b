import { grouped } from "../shared/format";

// "Depth 8", "10,000 nodes a position", "1.5 s a position"
export function limitName(unit: string, limit: number): string {
  if (unit === "depth") return `Depth ${limit}`;
  if (unit === "time") return `${limit / 1000} s a position`;
  return `${grouped(limit)} nodes a position`;
}
