// A recorded run: where every body is at any moment, and the calm tracks that cameras follow.

function decoded(text, Kind) {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return new Kind(bytes.buffer);
}

class Recording {
  constructor(data) {
    this.time = decoded(data.time, Float64Array);
    this.position = decoded(data.position, Float32Array);
    this.attitude = decoded(data.attitude, Float32Array);
    this.bodies = data.bodies.length;
    this.vehicles = data.vehicles;
    this.pool = data.pool;
    this.reading = decoded(data.reading, Float32Array);
    this.sensors = this.reading.length / this.time.length;
    this.carriers = Object.fromEntries(Object.entries(data.obstacles).map(([number, mover]) =>
      [number, { ...mover, places: decoded(mover.places, Float32Array) }]));
    this.movers = Object.values(this.carriers);
    this.start = this.time[0];
    this.end = this.time[this.time.length - 1];
    this.duration = this.end - this.start;
    this.tracks = data.vehicles.map(vehicle => this._track(vehicle));
  }

  // The record at or before a moment, and the share of the way to the next.
  at(t) {
    const { time } = this;
    let low = 0, high = time.length - 1;
    if (t <= time[0] || high === 0) return [0, 0];
    if (t >= time[high]) return [high - 1, 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (time[middle] <= t) low = middle;
      else high = middle;
    }
    return [low, (t - time[low]) / (time[low + 1] - time[low])];
  }

  positionOf(body, record) {
    const k = 3 * (record * this.bodies + body);
    return [this.position[k], this.position[k + 1], this.position[k + 2]];
  }

  attitudeOf(body, record) {
    const k = 4 * (record * this.bodies + body);
    return [this.attitude[k], this.attitude[k + 1], this.attitude[k + 2], this.attitude[k + 3]];
  }

  pose(body, t) {
    const [record, share] = this.at(t);
    if (share === 0) return posed(this.positionOf(body, record), this.attitudeOf(body, record));
    if (share === 1) return posed(this.positionOf(body, record + 1), this.attitudeOf(body, record + 1));
    return posed(
      mixed(this.positionOf(body, record), this.positionOf(body, record + 1), share),
      turned(this.attitudeOf(body, record), this.attitudeOf(body, record + 1), share));
  }

  // Where something is that moves, or stays, in the world.
  placeOf({ moves, places }, record) {
    const k = moves ? 3 * record : 0;
    return [places[k], places[k + 1], places[k + 2]];
  }

  moverAt(number, t) {
    const [record, share] = this.at(t);
    const mover = this.carriers[number];
    return share === 0 ? this.placeOf(mover, record) : mixed(this.placeOf(mover, record), this.placeOf(mover, record + 1), share);
  }

  readingAt(sensor, t, held) {
    return this.valueAt(this.reading, this.sensors, sensor, t, held);
  }

  valueAt(values, stride, column, t, held) {
    const [record, share] = this.at(t);
    const now = values[record * stride + column];
    if (this.time.length === 1) return now;
    const next = values[(record + 1) * stride + column];
    return share === 1 ? next : held ? now : now + share * (next - now);
  }

  // Where a vehicle's middle is and its root heads, the beats averaged out: rows of north, east, down, heading.
  _track({ root, middle }) {
    const count = this.time.length;
    let rows = [];
    for (let record = 0, before = 0; record < count; record++) {
      const [w, x, y, z] = this.attitudeOf(root, record);
      let heading = Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
      heading += 2 * Math.PI * Math.round((before - heading) / (2 * Math.PI));
      rows.push([...through(posed(this.positionOf(root, record), [w, x, y, z]), middle).slice(0, 3), heading]);
      before = heading;
    }
    const step = this.duration / Math.max(count - 1, 1) || 1;
    const windows = [1.6, 1.6, 1.6, 3].map(seconds => Math.round(seconds / step / 2));
    for (let pass = 0; pass < 2; pass++) rows = averaged(rows, windows);
    return rows;
  }

  trackAt(vehicle, t) {
    const [record, share] = this.at(t);
    const rows = this.tracks[vehicle];
    return rows.length === 1 ? rows[0] : mixed(rows[record], rows[record + 1], share);
  }
}

// Moving means of each column over windows that shrink towards the ends.
function averaged(rows, windows) {
  const out = rows.map(() => []);
  windows.forEach((half, column) => {
    const sums = [0];
    rows.forEach((row, k) => sums.push(sums[k] + row[column]));
    rows.forEach((_, k) => {
      const reach = Math.min(half, k, rows.length - 1 - k);
      out[k].push((sums[k + reach + 1] - sums[k - reach]) / (2 * reach + 1));
    });
  });
  return out;
}
