// Where the eye is: free, behind a vehicle that it follows, above, beside or before it.

const HALF_ANGLE = (16 * Math.PI) / 180;
const FLAT = { top: [Math.PI, Math.PI / 2], side: [Math.PI / 2, 0], front: [0, 0] };
const POOL_ELEVATIONS = { free: (52 * Math.PI) / 180, top: Math.PI / 2, side: 0 };
const AFT_QUARTER = (128 * Math.PI) / 180;

class Camera {
  constructor(recording) {
    this.recording = recording;
    const { vehicles } = recording;
    this.size = Math.max(...vehicles.map(vehicle => vehicle.size));
    this.followed = vehicles.length > 1 && this._spread() < 5 * this.size ? -1 : 0;
    this.choose(this.start);
  }

  // What is looked at first: the whole of a pool, else what is followed.
  get start() {
    return this.recording.pool ? "free" : "follow";
  }

  choose(mode, followed = this.followed) {
    this.mode = mode;
    this.followed = followed;
    this.pan = [0, 0, 0];
    this.wide = 0;
    this.fit = followed < 0 ? this.size + this._spread() : this.recording.vehicles[followed].size;
    [this.azimuth, this.elevation] = FLAT[mode] || [AFT_QUARTER, (24 * Math.PI) / 180];
    this.zoom = 1;
    if (mode === "side" || mode === "front") this.azimuth += this._meanHeading();
    if (this.recording.pool && POOL_ELEVATIONS[mode] !== undefined) this._wholePool(mode);
    else if (mode === "free") this._overview();
  }

  // A pool with its longer side across, as a camera over it sees it, or from one side at an angle.
  _wholePool(mode) {
    const [low, high] = this.recording.pool;
    const [north, east, down] = subtract(high, low);
    this.fixed = mixed(low, high, 0.5);
    const across = Math.max(north, east), along = Math.min(north, east);
    this.azimuth = north >= east ? Math.PI / 2 : Math.PI;
    this.elevation = POOL_ELEVATIONS[mode];
    this.fit = mode === "free" ? along + 0.5 * down : mode === "top" ? 0.97 * along : 1.2 * down;
    this.wide = (mode === "free" ? 0.62 : 0.53) * across;
  }

  // The whole way of all vehicles, as far as they are still seen in it.
  _overview() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const rows of this.recording.tracks)
      for (const row of rows)
        for (let k = 0; k < 3; k++) {
          low[k] = Math.min(low[k], row[k]);
          high[k] = Math.max(high[k], row[k]);
        }
    this.fixed = mixed(low, high, 0.5);
    this.fit = Math.min(length(subtract(high, low)) + this.size, 40 * this.size);
    this.azimuth = AFT_QUARTER + this._meanHeading();
  }

  _spread() {
    const { tracks } = this.recording;
    let most = 0;
    for (const rows of tracks)
      rows.forEach((row, k) => { most = Math.max(most, length(subtract(row, tracks[0][k]))); });
    return most;
  }

  _meanHeading() {
    const rows = this.recording.tracks[Math.max(this.followed, 0)];
    return rows.reduce((sum, row) => sum + row[3], 0) / rows.length;
  }

  target(t) {
    if (this.mode === "free" || (this.recording.pool && this.mode in POOL_ELEVATIONS)) return add(this.fixed, this.pan);
    const { tracks } = this.recording;
    const followed = this.followed < 0 ? tracks.map((_, k) => k) : [this.followed];
    const places = followed.map(vehicle => this.recording.trackAt(vehicle, t));
    const sum = places.reduce((total, place) => add(total, place), [0, 0, 0]);
    return add(scaled(sum, 1 / places.length), this.pan);
  }

  get flat() {
    return this.mode in FLAT;
  }

  // All that drawing needs to know of the eye at a moment, in a picture of some width over height.
  view(t, aspect) {
    const target = this.target(t);
    const heading = this.mode === "follow" ? this.recording.trackAt(Math.max(this.followed, 0), t)[3] : 0;
    const azimuth = this.azimuth + heading;
    const [sa, ca, se, ce] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(this.elevation), Math.cos(this.elevation)];
    const out = [ce * ca, ce * sa, -se];
    const right = [sa, -ca, 0];
    const up = [-se * ca, -se * sa, -ce];
    const fitting = this.wide ? Math.max(0.56 * this.fit, this.wide / aspect) : 0.56 * this.fit * Math.max(1, 1.25 / aspect);
    const halfHeight = fitting * this.zoom;
    const distance = halfHeight / Math.tan(HALF_ANGLE);
    const eye = add(target, scaled(out, distance));
    const far = distance * 60;
    const projection = this.flat
      ? orthographic(halfHeight, aspect, -far, far)
      : perspective(HALF_ANGLE, aspect, distance * 0.02, far);
    return {
      target, eye, out, right, up, distance, halfHeight, flat: this.flat,
      edgeOn: this.flat && Math.abs(se) < 0.02,
      matrix: times(projection, seenFrom(eye, right, up, out)),
    };
  }

  orbit(x, y) {
    this.azimuth += 0.008 * x;
    this.elevation = clamped(this.elevation + 0.006 * y, -1.5, Math.PI / 2);
  }

  move(x, y, view, height) {
    const metres = (2 * view.halfHeight) / height;
    this.pan = add(this.pan, add(scaled(view.right, -x * metres), scaled(view.up, y * metres)));
  }

  approach(factor) {
    this.zoom = clamped(this.zoom * factor, 0.03, 60);
  }
}
