    const IS_HEXAGON: bool = IS-HEXAGON;
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

    /// The piece on a cell: x, o or . for none, and a space outside of the board.
    fn at(&self, column: i32, row: i32) -> u8 {
        let half = (self.rows.len() as i32 + 1) / 2;
        // The rows of a hexagon do not all begin with column a.
        let place = column - if Self::IS_HEXAGON { (row + 1 - half).max(0) } else { 0 };
        let row = self.rows.get(row as usize);
        row.and_then(|row| row.get(place as usize)).copied().unwrap_or(b' ')
    }

    /// The longest line that the stone makes, or takes away from the other side.
    fn score(&self, m: &str) -> i32 {
        let column = i32::from(m.as_bytes()[0] - b'a');
        // A column alone: the stone falls down.
        let fallen = || (0..self.rows.len() as i32).rev().find(|&row| self.at(column, row) == b'.').unwrap_or(0);
        let row = m[1..].parse::<i32>().map_or_else(|_| fallen(), |number| number - 1);
        let mut best = 0;
        for owner in [b'x', b'o'] {
            for (right, down) in &Self::DIRECTIONS[..if Self::IS_HEXAGON { 3 } else { 4 }] {
                let mut length = 1;
                for sign in [-1, 1] {
                    let mut steps = 1;
                    while self.at(column + sign * steps * right, row + sign * steps * down) == owner {
                        steps += 1;
                    }
                    length += steps - 1;
                }
                best = best.max(2 * length + i32::from(owner == self.side));
            }
        }
        best
    }
