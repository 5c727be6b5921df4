    /// The piece on a square: x, o or . for none, and a space outside of the board.
    fn at(&self, column: i32, row: i32) -> u8 {
        let row = self.rows.get(row as usize);
        row.and_then(|row| row.get(column as usize)).copied().unwrap_or(b' ')
    }

    /// How many discs the move turns over. A corner is worth more than all of them.
    fn score(&self, m: &str) -> i32 {
        if m == "pass" {
            return 0;
        }
        let letters = m.trim_end_matches(char::is_numeric);
        let last = letters.as_bytes()[letters.len() - 1];
        let column = 26 * (letters.len() as i32 - 1) + i32::from(last - b'a');
        let row = m[letters.len()..].parse::<i32>().expect("a number") - 1;
        let (mut turned, other) = (0, if self.side == b'x' { b'o' } else { b'x' });
        for down in -1..=1 {
            for right in -1..=1 {
                let mut steps = 1;
                while self.at(column + steps * right, row + steps * down) == other {
                    steps += 1;
                }
                if self.at(column + steps * right, row + steps * down) == self.side {
                    turned += steps - 1;
                }
            }
        }
        let (last_column, last_row) = (self.rows[0].len() as i32 - 1, self.rows.len() as i32 - 1);
        let is_corner = column % last_column == 0 && row % last_row == 0;
        turned + if is_corner { 1000 } else { 0 }
    }
