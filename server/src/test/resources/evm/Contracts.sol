// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// The contracts that the tests of the EVM rail deploy. Compiled with solc, optimizer on (200 runs), to the `.hex` files
// beside this one: creation code, to which a token's constructor arguments need not be appended, for there are none.

abstract contract Ledger {
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public blocked;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 value);

    // Anybody may make and block as they like: this is a test.
    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        totalSupply += value;
        emit Transfer(address(0), to, value);
    }

    function block_(address who, bool on) external {
        blocked[who] = on;
    }

    function move(address to, uint256 value) internal {
        require(!blocked[msg.sender] && !blocked[to], "blocked");
        require(balanceOf[msg.sender] >= value, "transfer amount exceeds balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

// As ERC-20 says.
contract Token is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value);
        return true;
    }

    // Two payments in one transaction.
    function transferTwice(address to, uint256 first, uint256 second) external {
        move(to, first);
        move(to, second);
    }
}

// As USDT on Ethereum: nothing is returned.
contract Silent is Ledger {
    function transfer(address to, uint256 value) external {
        move(to, value);
    }
}

// A token that tells by its answer alone that nothing moved.
contract Refusing is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        if (blocked[to]) {
            return false;
        }
        move(to, value);
        return true;
    }
}

// Takes no coins.
contract Closed {}

// Takes coins, and spends more gas at it than a plain wallet.
contract Open {
    uint256 public payments;

    receive() external payable {
        payments += 1;
    }
}
